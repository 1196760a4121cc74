import { ByWidth } from '#src/ui/by-width.tsx'
import { SkeletonCards, SkeletonLine, SkeletonTable } from '#src/ui/skeleton.tsx'

/** A book before anything of it is known: its choices, and a table or a list of courses. */
export function BookSkeleton() {
  return (
    <>
      <SkeletonLine width="short" height="heading" />
      <SkeletonLine width="half" height="control" />
      <div className="mt-lg">
        <ByWidth from="md" narrow={<SkeletonCards count={5} />} wide={<SkeletonTable rows={10} columns={8} />} />
      </div>
    </>
  )
}
