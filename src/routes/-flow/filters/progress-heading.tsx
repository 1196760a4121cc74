import type { ReactNode } from 'react'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

/** The heading of the pages of `ProgressTabs`; `children` is the control beside it on a phone. */
export function ProgressHeading({ children }: { children?: ReactNode }) {
  const title = useScreenTitle()
  return (
    <div className="flex items-center justify-between gap-xs max-md:min-h-[44px]">
      <PageHeading isCompact>{title('progress')}</PageHeading>
      {children && <Responsive from="md" narrow={children} wide={null} />}
    </div>
  )
}
