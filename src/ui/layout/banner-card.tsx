import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
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

/** A banner, quieter than what a person has to do; its link covers the whole card. A phone shows its title. */
export function BannerCard({ title, text, imageUrl, href, Link = 'a' }: BannerCardProps) {
  return (
    <article className="relative flex items-stretch overflow-clip rounded-lg border border-line-soft bg-surface print:hidden">
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-half px-base py-sm md:px-lg">
        <p className="font-medium">
          {href ? (
            <Link href={href} className={stretchedLink}>
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <p className="max-w-text text-sm text-ink-muted max-md:hidden">{text}</p>
      </div>
      {imageUrl && <img src={imageUrl} alt="" loading="lazy" className="w-[160px] object-cover max-md:hidden" />}
      {href && (
        <span
          className={classNames(
            'mr-base flex size-control shrink-0 items-center justify-center self-center text-ink-muted md:mr-lg',
            imageUrl && 'md:hidden',
          )}
        >
          <Icon name="arrow-right" />
        </span>
      )}
    </article>
  )
}
