import { SkeletonBlock, SkeletonLine } from '#src/ui/skeleton.tsx'

/** The page in outline: the tabs, the filters, the cards. */
export function EventsSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonLine width="half" height="control" />
      <SkeletonLine width="long" height="heading" />
      <div className="grid gap-base lg:grid-cols-2">
        <SkeletonBlock />
        <SkeletonBlock />
        <SkeletonBlock />
        <SkeletonBlock />
      </div>
    </div>
  )
}
