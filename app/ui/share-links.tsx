type ShareLinksProps = {
  title: string;
  /** The whole address of what is shared. */
  address: string;
};

export function ShareLinks({ title, address }: ShareLinksProps) {
  return (
    <ul className="tags">
      {ways(title, address).map(({ label, name, href }) => (
        <li key={label}>
          <a className="tag" href={href} rel="noopener" aria-label={name}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function ways(title: string, address: string) {
  const url = encodeURIComponent(address);
  const text = encodeURIComponent(title);
  return [
    { label: "X", name: "Share on X", href: `https://x.com/intent/post?url=${url}&text=${text}` },
    {
      label: "LinkedIn",
      name: "Share on LinkedIn",
      href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
    },
    { label: "Email", name: "Share by email", href: `mailto:?subject=${text}&body=${url}` },
  ];
}
