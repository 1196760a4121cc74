import { SkeletonBlock, SkeletonLine } from '#src/ui/skeleton.tsx'

/** The catalog in outline: the filters beside the cards. */
export function CatalogSkeleton() {
  return (
    <div className="grid gap-xl lg:grid-cols-[280px_minmax(0,1fr)]">
      <div className="flex flex-col gap-lg max-lg:hidden">
        <SkeletonBlock />
        <SkeletonBlock />
      </div>
      <div className="flex flex-col gap-base">
        <SkeletonLine width="short" height="heading" />
        <div className="grid gap-base md:grid-cols-2">
          <SkeletonBlock />
          <SkeletonBlock />
          <SkeletonBlock />
          <SkeletonBlock />
        </div>
      </div>
    </div>
  )
}
