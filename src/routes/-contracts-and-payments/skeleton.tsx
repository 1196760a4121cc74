import { SkeletonBlock, SkeletonCards, SkeletonLine } from '#src/ui/skeleton.tsx'

/** The list in outline: what to pay next, the filters, the contracts. */
export function ContractsSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonBlock />
      <SkeletonLine width="half" height="control" />
      <SkeletonCards count={4} />
    </div>
  )
}
