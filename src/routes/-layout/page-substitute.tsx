import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, useEffect } from 'react'
import type { Screen } from '#contract/screens.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'

/** Shown instead of a page that the user may not use, under its title. */
export function PageSubstitute({ name, ...card }: ComponentProps<typeof EmptyCard> & { name: Screen['name'] }) {
  const title = useScreenTitle()
  const router = useRouter()
  // Takes the place of the page, which would report this.
  useEffect(router.options.context.onRendered, [])
  return (
    <>
      <PageHeading>{title(name)}</PageHeading>
      <EmptyCard {...card} />
    </>
  )
}
