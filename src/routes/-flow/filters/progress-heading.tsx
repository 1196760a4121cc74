import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'

/** The heading of the pages of `ProgressTabs`; on a phone as large as that of a page without controls. */
export function ProgressHeading() {
  const title = useScreenTitle()
  return (
    <div className="flex items-center max-md:min-h-[44px]">
      <PageHeading isCompact>
        <span className="max-md:text-2xl max-md:leading-tight max-[374px]:text-xl">{title('progress')}</span>
      </PageHeading>
    </div>
  )
}
