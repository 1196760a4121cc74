import type { LinkComponent } from './layout-props.ts'

export type BrandProps = { product: string; label: string; href: string; Link: LinkComponent }

/** Link to the home page with logo and name. index.html has the same markup, so that nothing moves when the application starts. */
export function Brand({ product, label, href, Link }: BrandProps) {
  return (
    <Link
      href={href}
      aria-label={label}
      className="inline-flex min-w-0 items-center gap-xs rounded font-strong md:gap-sm md:text-lg"
    >
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" className="shrink-0">
        <rect width="32" height="32" rx="8" className="fill-primary" />
        <path
          d="m7 11 9-3.6 9 3.6v11.2l-9 3.6-9-3.6zm0 0 9 3.6 9-3.6m-9 3.6v11.2"
          className="fill-none stroke-[#1f0f00]"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="truncate max-sm:sr-only">{product}</span>
    </Link>
  )
}
