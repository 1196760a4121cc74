/** Visible only after 200 ms, so that a fast response does not flash. The text next to it says what is running. */
export function Spinner() {
  return (
    <span className="inline-flex shrink-0 animate-fade-in-delayed">
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        className="animate-spin"
      >
        <circle cx="10" cy="10" r="7.5" opacity="0.25" />
        <path d="M17.5 10A7.5 7.5 0 0 0 10 2.5" strokeLinecap="round" />
      </svg>
    </span>
  )
}
