import { lazy, type ReactNode, Suspense } from "react";
import { plainText } from "../../../domain/content/rich-text.ts";
import { useSiteWords } from "../site/words.ts";
import "./languages.css";

const TextChanges = lazy(() => import("../history/text-changes.tsx"));

/** The words of the original, and what they were when they were translated if they have changed since. */
export type OriginalWords = { readonly language: string; readonly now: string; readonly was: string | undefined };

type TranslatedFieldProps = {
  original: OriginalWords;
  isEmpty: boolean;
  onCopy: () => void;
  children: ReactNode;
};

/** The original beside the field of its translation. */
export function TranslatedField({ original, isEmpty, onCopy, children }: TranslatedFieldProps) {
  const words = useSiteWords().languages.field;
  const { language, now, was } = original;
  const text = plainText(now);
  return (
    <div className={was === undefined ? "translated" : "translated outdated"}>
      <div className="original">
        <p lang={language}>
          {was === undefined ? (
            text
          ) : (
            <Suspense fallback={text}>
              <TextChanges before={plainText(was)} after={text} />
            </Suspense>
          )}
        </p>
        {was !== undefined && <p className="small">{words.changed}</p>}
        {isEmpty && text && (
          <button className="tool" type="button" onClick={onCopy}>
            {words.copy}
          </button>
        )}
      </div>
      {children}
    </div>
  );
}
