import { useQuery } from '@tanstack/react-query'
import { bannersQuery } from '#src/api/content.ts'
import { BannerCard } from '#src/ui/layout/banner-card.tsx'
import { RouterLink } from './router-link.tsx'

/** Banners below the content of a page. They never delay the page, and their errors are not shown. */
export function BannerRow({ route }: { route: string }) {
  const { data: banners = [] } = useQuery(bannersQuery())
  const own = banners.filter(({ placement }) => placement.some((name) => name === route))
  if (own.length === 0) return null
  return (
    <div className="mt-xxl grid gap-base lg:grid-cols-2">
      {own.map(({ uuid, title, text, imageUrl, url }) => (
        <BannerCard key={uuid} title={title} text={text} imageUrl={imageUrl} href={url} Link={RouterLink} />
      ))}
    </div>
  )
}
