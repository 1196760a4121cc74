import { SkeletonBlock, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'

export function ConversationSkeleton() {
  return (
    <div className="flex min-w-0 flex-col gap-base">
      <SkeletonLine width="half" height="heading" />
      <SkeletonBlock />
      <SkeletonBlock />
    </div>
  )
}
