import type { ReactNode } from 'react'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { ProgressTabs, type ProgressTabsProps } from './progress-tabs.tsx'

/** The heading of the pages of `ProgressTabs`, and the tabs, on a phone beside the control `children`. */
export function ProgressHeading({ children, ...tabs }: ProgressTabsProps & { children?: ReactNode }) {
  const title = useScreenTitle()
  return (
    <>
      <PageHeading isCompact>{title('progress')}</PageHeading>
      <div className="flex items-end max-md:mb-xs max-md:gap-xs print:hidden">
        <div className="min-w-0 flex-1">
          <ProgressTabs {...tabs} />
        </div>
        {children && <Responsive from="md" narrow={children} wide={null} />}
      </div>
    </>
  )
}
