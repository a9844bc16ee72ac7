/** Shows the loading state, or the failure with a retry button. */
export function LoadFailed({ failure, onRetry }: { failure: string | undefined; onRetry: () => void }) {
  if (!failure) return <p role="status">Loading...</p>;
  return (
    <p className="error" role="alert">
      <span>
        {failure}{" "}
        <button className="link" type="button" onClick={onRetry}>
          Try again
        </button>
      </span>
    </p>
  );
}
