export type HandbookPage = {
  readonly id: string;
  readonly title: string;
  /** The screen that the page is about. */
  readonly to: string;
  readonly label: string;
  /** An empty line begins a paragraph; lines that begin with a hyphen are a list. */
  readonly text: string;
};

/** The owner's handbook, in the order of the first afternoon. */
export const handbook = [
  {
    id: "first-afternoon",
    title: "The first afternoon",
    to: "/newsroom",
    label: "Overview",
    text: `
The site comes with samples, so that every page can be seen before you write one. The list on the overview says what is still a sample and leads to where you change it.

- Begin with name and contact: they are in every page and every email.
- Choose logo, colors and type in Design.
- Finish the legal pages. Which ones you need depends on your country.
- Remove the samples. Everything that you remove can be brought back.
- Invite a colleague, send a test email, write the first post.

The list reads its states from the site. Nothing is ticked by hand. Hide it for yourself or for everyone; it stays under Help.`,
  },
  {
    id: "finding",
    title: "Find or do",
    to: "/newsroom",
    label: "Overview",
    text: `
Press Ctrl K, or Cmd K on a Mac, on any screen of the newsroom. Type a few letters of a post, a page, a text, a picture, a message or a person. Below what was found are the things that you can do.

- Arrow keys choose, Enter opens, Ctrl Enter opens a new tab.
- Tab shows only this kind, Backspace shows all again.
- Esc clears the words, then closes.

You find only what you may open. In the text of a post, Ctrl K makes a link instead.`,
  },
  {
    id: "site",
    title: "Texts and lists of the site",
    to: "/newsroom/site",
    label: "Site",
    text: `
Every text of the site is in Site. A list, such as services or jobs, has one entry for each thing; a page has one entry with its texts. On the site itself, signed-in administrators see Edit links that lead to the right entry.

What you type is saved as a draft. Visitors see it after you publish it, now or at a time that you set. History keeps every version and brings an old one back.

Words in braces are filled in: {services} is the number of your services, {name} the name of the site. The menu beside a text offers them. A word that is not known is refused, so that no visitor reads braces.`,
  },
  {
    id: "posts",
    title: "Posts",
    to: "/newsroom/posts",
    label: "Posts",
    text: `
New post opens the editor. Write in the page as it looks, or in HTML. Type / at the beginning of a line for headings, lists, pictures and tables.

Drafts are saved while you write, and wait for you on every device. Publish at once or on a day. A published post that you change stays as it is until you press Update.

The panel beside the text has everything else: picture, address, category, date and authors, texts for search engines, history, preview and links for colleagues. Ctrl and the full stop open and close it. Click into the picture on top to say which part stays in view where it is cropped.

The checks in the panel say what is missing and what the page will not show, and lead to it. They stop nothing but a post without a required field. Ctrl and Enter ask, then publish.

Deleted posts are in the list under Deleted for 30 days.`,
  },
  {
    id: "pages",
    title: "Pages of your own",
    to: "/newsroom/pages",
    label: "Pages",
    text: `
A page has an address that you choose and up to 20 sections. Add a section, fill in its fields, move it with its handle: Space lifts it, arrow keys move it, Space puts it down.

The preview beside the form is the real page, in the width and scheme that you choose. A preview link shows the draft to people without an account.

A page can be listed among the legal pages. An imprint and a notice about cookies are there as drafts: what is in brackets is for you to fill in.`,
  },
  {
    id: "design",
    title: "Design",
    to: "/newsroom/design",
    label: "Design",
    text: `
Logo, icon, three colors, a pair of fonts, the motif and the pictures that open pages. The preview shows the draft. Visitors see it after you publish it.

All other colors are made from your three, for light and dark. If a color is too pale to be read, the screen offers the nearest one that can be read. If you keep yours, small text takes the readable one by itself.

Emails, share cards, error pages and the icon follow. Texts in an SVG must be paths, because fonts of a drawing are not loaded.`,
  },
  {
    id: "pictures",
    title: "Pictures",
    to: "/newsroom/pictures",
    label: "Pictures",
    text: `
Upload pictures here, in a post or in an entry. The site makes the sizes that pages need. Write an alternative text: it is read to people who cannot see the picture, and it is shown when a picture cannot be loaded.

Choose the part that must stay in view when a picture is cropped. A picture says where it is used. Replacing it changes all of those places.`,
  },
  {
    id: "form",
    title: "The contact form",
    to: "/newsroom/site/form/main",
    label: "Contact form",
    text: `
The form offers your services and Other. Add up to six fields of your own: a text, a choice, a date or a consent with a link. Decide for each whether it must be answered.

The privacy policy names the fields by itself. Messages that arrived before a change keep the labels that they had.

At Facts, Job pages gives each job a page with a form that takes a PDF, and Apply Now leads there. Applications arrive in Messages. Save a file only if you know what to expect: a stranger sent it. Facts also say for how many days applications are kept.`,
  },
  {
    id: "messages",
    title: "Messages",
    to: "/newsroom/messages",
    label: "Messages",
    text: `
A message is new, in progress, won, lost or spam. Replying makes it yours and in progress. The sender gets the reply by email, and sees it on the page that the receipt leads to.

What looks like spam is held back in its own folder, with its emails. Not spam delivers both. Messages are erased after the time that the server is set to.

Everything about an address, in People, exports or erases what is stored about a person.`,
  },
  {
    id: "people",
    title: "People",
    to: "/newsroom/people",
    label: "People",
    text: `
Invite colleagues by email. An invitation is good for seven days and can be sent again. Every administrator writes posts and changes the site. Two switches say who also reads messages and who manages people.

Nobody can give what they do not have, or change their own switches. If somebody lost their second factor, reset it here: they confirm their address before they sign in again.`,
  },
  {
    id: "languages",
    title: "Languages",
    to: "/newsroom/languages",
    label: "Languages",
    text: `
Add a language by its tag, such as de. Its pages will be at /de. It is hidden until you make it public, which needs a translated name, navigation, footer and home page.

Open an entry and choose the language above it: the original stands beside each field. Names, figures, pictures and links follow the original. What is not translated is not there in that language; visitors are offered the page in the other one.

If the original changes, the field is marked and shows what has changed. Publish the new words, or say that the translation is still right. A translated post is marked in the list of posts until it is saved again.`,
  },
  {
    id: "addresses",
    title: "Addresses and redirects",
    to: "/newsroom/redirects",
    label: "Redirects",
    text: `
If the address of a post, a page or a service changes, the old one leads on by itself. When you hide or remove one, you are asked where its visitors shall go.

Redirects has your own rules, a field to try an address, and the addresses that visitors missed.`,
  },
  {
    id: "keeping",
    title: "Keeping it",
    to: "/newsroom/download",
    label: "Download everything",
    text: `
Download everything makes one file with texts, posts, pictures and, if you may read them, messages. On the server, npm run content -- import FILE reads it again.

The server makes a backup every day if it is set up to. The overview says when the last one was made. The journal says who changed what, and when.`,
  },
] as const satisfies readonly HandbookPage[];
