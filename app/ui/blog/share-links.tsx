type ShareLinksProps = {
  title: string;
  /** The absolute URL of the post. */
  address: string;
};

/** Keeps the post open; a mailto link opens no tab. */
const NEW_TAB = { target: "_blank", rel: "noopener" };
const isPage = (href: string) => href.startsWith("https:");

export function ShareLinks({ title, address }: ShareLinksProps) {
  return (
    <ul className="tags">
      {shareTargets(title, address).map(({ label, name, href }) => (
        <li key={label}>
          <a className="tag" href={href} aria-label={name} {...(isPage(href) && NEW_TAB)}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function shareTargets(title: string, address: string) {
  const url = encodeURIComponent(address);
  const text = encodeURIComponent(title);
  return [
    { label: "X", name: "Share on X (opens a new tab)", href: `https://x.com/intent/post?url=${url}&text=${text}` },
    {
      label: "LinkedIn",
      name: "Share on LinkedIn (opens a new tab)",
      href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
    },
    { label: "Email", name: "Share by email", href: `mailto:?subject=${text}&body=${url}` },
  ];
}
