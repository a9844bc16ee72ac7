import { HEX_COLOR } from "../../../domain/design/color.ts";
import { liftSvg, sanitizeSvg } from "../../../domain/design/svg.ts";
import { type Colors, deriveTokens } from "../../../domain/design/tokens.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { showSuccess } from "../../data/save.ts";
import { pictureUrl } from "../pictures/picture-rows.ts";
import { type OnProgress, type UploadedPicture, type UploadError, uploadPicture } from "../pictures/upload-picture.ts";
import { UploadButton } from "../pictures/upload.tsx";
import type { EntryForm } from "../site/entry-field.tsx";
import { loadFieldWords, loadSiteWords, useSiteWords } from "../site/words.ts";

type DrawingFieldProps = {
  form: EntryForm;
  label: string;
  path: string;
  place: "light" | "dark" | "icon";
  /** The drawing that stands in while there is none here. */
  from?: string;
};

export function DrawingField({ form, label, path, place, from }: DrawingFieldProps) {
  const words = useSiteWords();
  const { uploaded, fromLight, fromMark, none, upload, replace, labelOfRemove } = words.design;
  const own = form.valueAt(path) as string;
  const standIn = from ? (form.valueAt(from) as string) : "";
  const error = form.errorAt(path);
  const shown = own || standIn;
  return (
    <figure className="design-drawing">
      <Drawing
        drawing={shown}
        ground={place === "dark" ? "dark" : "light"}
        isLifted={!own && standIn !== ""}
        colors={form.valueAt("colors") as Colors}
      />
      <figcaption>
        <b>{label}</b>
        <small>{own ? uploaded : standIn ? fromLight : place === "icon" ? fromMark : none}</small>
      </figcaption>
      <UploadButton
        label={own ? replace[place] : upload[place]}
        accept="image/svg+xml,image/png,image/webp"
        store={storeDrawing}
        onUploaded={({ name }) => form.change(path, name)}
      />
      {own && (
        <button className="tool" type="button" aria-label={labelOfRemove[place]} onClick={() => form.change(path, "")}>
          {words.remove}
        </button>
      )}
      {error && <p className="error">{error}</p>}
    </figure>
  );
}

type DrawingProps = { drawing: string; ground: "light" | "dark"; isLifted: boolean; colors: Colors };

function Drawing({ drawing, ground, isLifted, colors }: DrawingProps) {
  const isComplete = Object.values(colors).every((color) => HEX_COLOR.test(color));
  const { day, night } = deriveTokens(isComplete ? colors : { first: "#000000", second: "#000000", ground: "#ffffff" });
  const isSvg = drawing.startsWith("<svg");
  const text = isSvg && isLifted ? liftSvg(drawing, night.ink, night.paper) : drawing;
  return (
    <span className="design-ground">
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1" height="1" fill={ground === "dark" ? night.ink : day.paper} />
      </svg>
      {drawing && <img src={isSvg ? `data:image/svg+xml,${encodeURIComponent(text)}` : pictureUrl(drawing)} alt="" />}
    </span>
  );
}

const MIN_SIDE_PX = 512;

/** An SVG is kept as its sanitized text; other pictures go into the library. */
async function storeDrawing(
  supabase: Supabase,
  file: File,
  onProgress: OnProgress,
): Promise<UploadedPicture | UploadError> {
  const { takenOut, tooFewPixels } = (await loadSiteWords()).design;
  if (file.type === "image/svg+xml") {
    const drawing = sanitizeSvg(await file.text());
    if ("refused" in drawing) return { refused: (await loadFieldWords())(drawing.refused) };
    if (drawing.removed.length > 0) showSuccess(takenOut(drawing.removed.join(", ")));
    return { name: drawing.svg, src: "" };
  }
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap && Math.max(bitmap.width, bitmap.height) < MIN_SIDE_PX) {
    return { refused: tooFewPixels(bitmap.width, bitmap.height, MIN_SIDE_PX) };
  }
  return uploadPicture(supabase, file, onProgress);
}
