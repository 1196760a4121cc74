/** First tab stop: a link to the content. */
export function SkipLink({ target, children }: { target: string; children: string }) {
  return (
    <a
      href={`#${target}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-xs focus:left-xs focus:z-toast focus:rounded focus:bg-surface focus:px-base focus:py-xs focus:font-medium focus:text-ink-link focus:shadow-floating print:hidden"
    >
      {children}
    </a>
  )
}
