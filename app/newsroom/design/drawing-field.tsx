import { HEX_COLOR } from "../../../domain/design/color.ts";
import { liftSvg, sanitizeSvg } from "../../../domain/design/svg.ts";
import { type Colors, deriveTokens } from "../../../domain/design/tokens.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { showSuccess } from "../../data/save.ts";
import { pictureUrl } from "../pictures/picture-rows.ts";
import { type OnProgress, type UploadedPicture, type UploadError, uploadPicture } from "../pictures/upload-picture.ts";
import { UploadButton } from "../pictures/upload.tsx";
import type { EntryForm } from "../site/entry-field.tsx";

type DrawingFieldProps = {
  form: EntryForm;
  label: string;
  path: string;
  ground: "light" | "dark";
  /** The drawing that stands in while there is none here. */
  from?: string;
  isIcon?: boolean;
};

export function DrawingField({ form, label, path, ground, from, isIcon = false }: DrawingFieldProps) {
  const own = form.valueAt(path) as string;
  const standIn = from ? (form.valueAt(from) as string) : "";
  const error = form.errorAt(path);
  const shown = own || standIn;
  return (
    <figure className="design-drawing">
      <Drawing
        drawing={shown}
        ground={ground}
        isLifted={!own && standIn !== ""}
        colors={form.valueAt("colors") as Colors}
      />
      <figcaption>
        <b>{label}</b>
        <small>
          {own ? "Uploaded" : standIn ? "Made from the light one" : isIcon ? "Made from the mark" : "None yet"}
        </small>
      </figcaption>
      <UploadButton
        label={`${own ? "Replace" : "Upload"} ${label.toLowerCase()}`}
        accept="image/svg+xml,image/png,image/webp"
        store={storeDrawing}
        onUploaded={({ name }) => form.change(path, name)}
      />
      {own && (
        <button
          className="tool"
          type="button"
          aria-label={`Remove ${label.toLowerCase()}`}
          onClick={() => form.change(path, "")}
        >
          Remove
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
  if (file.type === "image/svg+xml") {
    const drawing = sanitizeSvg(await file.text());
    if ("refused" in drawing) return drawing;
    if (drawing.removed.length > 0) showSuccess(`Taken out of the drawing: ${drawing.removed.join(", ")}.`);
    return { name: drawing.svg, src: "" };
  }
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap && Math.max(bitmap.width, bitmap.height) < MIN_SIDE_PX) {
    return { refused: `It is ${bitmap.width} × ${bitmap.height} px; its longer side needs ${MIN_SIDE_PX} px.` };
  }
  return uploadPicture(supabase, file, onProgress);
}
