import * as v from "valibot";
import { choice, color, group, optionalDrawing, optionalPicture, optionalText, single } from "./fields.ts";

/** The fonts of the first are in app/styles/fonts.css, of the others in a stylesheet of their own. */
export const TYPE_PAIRS = ["bricolage", "fraunces", "space-grotesk"] as const;

/** A row of the database holds 64 KB. */
const MAX_DRAWINGS_LENGTH = 48 * 1024;

const drawings = ({
  logo,
  icon = "",
}: {
  logo: { light?: string | undefined; dark?: string | undefined };
  icon?: string | undefined;
}) => (logo.light ?? "").length + (logo.dark ?? "").length + icon.length;

const look = single("Design", "Every page, mail and card", {
  logo: group("Logo", {
    kind: choice(["word", "drawing"], { label: "Logo is" }),
    light: optionalDrawing({ label: "On light" }),
    dark: optionalDrawing({ label: "On dark", hint: "Made from the light one until you upload one." }),
  }),
  icon: optionalDrawing({ label: "Icon", hint: "For tabs and home screens. Square." }),
  colors: group("Colors", {
    first: color({ label: "First" }),
    second: color({ label: "Second" }),
    ground: color({ label: "Ground" }),
  }),
  type: choice(TYPE_PAIRS, { label: "Type" }),
  pictures: choice(["melt", "edge"], { label: "Pictures" }),
  motif: choice(["pendulum", "line", "none"], { label: "Motif" }),
  home: optionalPicture("Home", "Opens the front page instead of the drawing."),
  contact: optionalPicture("Contact", "Ends the contact page."),
  auth: optionalPicture("Sign in", "Beside the form to sign in."),
  credits: optionalText({ label: "Credits", max: 160, hint: "A line in the footer about the pictures." }),
});

export const design = {
  ...look,
  schema: v.pipe(
    look.schema,
    v.check((entry) => drawings(entry) <= MAX_DRAWINGS_LENGTH, "Logo and icon together have more than 48 KB."),
  ),
} as const;
