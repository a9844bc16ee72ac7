/** The plumb bob, the site's ornament; with a cord it is the logo. */
export function PlumbMark({ cord = false }: { cord?: boolean }) {
  if (!cord) {
    return (
      <svg className="plumb-mark" viewBox="0 0 12 26" aria-hidden="true">
        <path d="M6 0l5.5 8L6 26 .5 8z" />
      </svg>
    );
  }
  return (
    <svg className="plumb-mark" viewBox="0 0 12 60" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <line x1="6" y1="0" x2="6" y2="40" strokeWidth="1.4" />
      <path d="M6 36l5 7-5 17-5-17z" />
    </svg>
  );
}
