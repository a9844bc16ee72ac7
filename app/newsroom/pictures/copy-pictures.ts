import { replacePictures } from "../../../domain/posts/losses.ts";
import { loadSupabase, type Supabase } from "../../auth/supabase-client.ts";
import { type UploadError, type UploadedPicture, uploadPicture } from "./upload-picture.ts";

/** Copies pictures of other sites into the library. Those that cannot be copied stay in the text, with the reason. */
export async function copyPictures(html: string, addresses: readonly string[]) {
  const copies = new Map<string, string>();
  const reasons = new Map<string, string>();
  for (const address of addresses) {
    const copy = await copyPicture(await loadSupabase(), address);
    if ("refused" in copy) reasons.set(address, copy.refused);
    else copies.set(address, copy.src);
  }
  return { content: replacePictures(html, copies), reasons };
}

async function copyPicture(supabase: Supabase, address: string): Promise<UploadedPicture | UploadError> {
  try {
    const { data } = await supabase.auth.getSession();
    // The policy of this page forbids to load it here, so the site fetches it.
    const response = await fetch("/newsroom/fetch-picture", {
      method: "POST",
      headers: { authorization: `Bearer ${data.session?.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ address: address.replace(/^\/\//, "https://") }),
    });
    if (!response.ok) return { refused: ((await response.json()) as { error: { message: string } }).error.message };
    const picture = await response.blob();
    return await uploadPicture(supabase, new File([picture], nameOf(address), { type: picture.type }), () => {});
  } catch (error) {
    console.error("The picture was not copied", error);
    return { refused: "It could not be copied." };
  }
}

/** The last part of the path: "red-square.png". */
function nameOf(address: string): string {
  const name = URL.parse(address, "https://here.invalid")?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name) || "picture";
  } catch {
    return name;
  }
}
