import { SkeletonBlock, SkeletonCards, SkeletonLine } from '#src/ui/skeleton.tsx'

/** What needs attention, and the children beside each other, in outline. */
export function OverviewSkeleton() {
  return (
    <div className="flex flex-col gap-xl">
      <div className="flex flex-col gap-base">
        <SkeletonLine width="half" height="heading" />
        <SkeletonCards count={2} />
      </div>
      <div className="grid gap-base lg:grid-cols-3">
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
      </div>
    </div>
  )
}
