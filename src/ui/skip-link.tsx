/** First stop of the keyboard: past the frame to the content. */
export function SkipLink({ target, children }: { target: string; children: string }) {
  return (
    <a
      href={`#${target}`}
      className="fixed top-xs left-xs z-toast -translate-y-[200%] rounded bg-surface px-base py-xs font-medium text-ink-link shadow-floating focus:translate-y-0 print:hidden"
    >
      {children}
    </a>
  )
}
