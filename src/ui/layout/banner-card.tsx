import type { ReactNode } from 'react'
import { stretchedLink } from '#src/ui/data/text-link.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { LinkComponent } from './layout-props.ts'

export type BannerCardProps = {
  title: ReactNode
  text: ReactNode
  imageUrl?: string | null
  href?: string | null
  Link?: LinkComponent
}

/** A banner; its link covers the whole card. */
export function BannerCard({ title, text, imageUrl, href, Link = 'a' }: BannerCardProps) {
  return (
    <article className="group relative flex items-stretch md:min-h-[112px] overflow-clip rounded-lg border border-primary-3 bg-surface-accent print:hidden">
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-xxs p-base md:p-lg">
        <p className="text-lg font-strong">
          {href ? (
            <Link href={href} className={stretchedLink}>
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="max-w-text">{text}</p>
      </div>
      {imageUrl ? (
        <img src={imageUrl} alt="" loading="lazy" className="w-[36%] max-w-[280px] object-cover max-md:hidden" />
      ) : (
        href && (
          <span className="mr-base flex size-control shrink-0 items-center justify-center self-center rounded-full bg-primary text-ink-action transition-transform group-hover:translate-x-xxs md:mr-lg">
            <Icon name="arrow-right" />
          </span>
        )
      )}
    </article>
  )
}
