import type { ReactNode } from 'react'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { ProgressTabs, type ProgressTabsProps } from './progress-tabs.tsx'

/**
 * The heading of the pages of `ProgressTabs`, and the tabs. On a phone the tabs take the place of the heading, beside the
 * control `children`: a third row would push the content down.
 */
export function ProgressHeading({ children, ...tabs }: ProgressTabsProps & { children?: ReactNode }) {
  const title = useScreenTitle()
  return (
    <>
      <div className="max-md:sr-only print:not-sr-only">
        <PageHeading isCompact>{title('progress')}</PageHeading>
      </div>
      <div className="flex items-end max-md:mb-xs max-md:gap-xs print:hidden">
        <div className="min-w-0 flex-1">
          <ProgressTabs {...tabs} />
        </div>
        {children && <Responsive from="md" narrow={children} wide={null} />}
      </div>
    </>
  )
}
