import { SkeletonBlock } from '#src/ui/skeleton.tsx'

/** The profile in outline: who, then two columns of cards. */
export function ProfileSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonBlock />
      <div className="grid gap-lg lg:grid-cols-2">
        <SkeletonBlock />
        <SkeletonBlock />
      </div>
    </div>
  )
}
