import { SkeletonBlock, SkeletonTable } from '#src/ui/skeleton.tsx'

/** A contract in outline: the sums and the terms beside each other, the payment schedule below. */
export function ContractSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <div className="grid gap-lg lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SkeletonBlock />
        <SkeletonBlock />
      </div>
      <SkeletonTable columns={5} />
    </div>
  )
}
