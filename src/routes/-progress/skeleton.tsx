import { useLingui } from '@lingui/react/macro'
import { Skeleton, SkeletonBlock, SkeletonLine, SkeletonTable } from '#src/ui/feedback/skeleton.tsx'

export function ProgressSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonLine width="half" height="control" />
      <GroupSkeleton />
    </div>
  )
}

export function GroupSkeleton() {
  return (
    <div className="flex flex-col gap-lg">
      <SkeletonLine width="half" height="heading" />
      <div className="grid gap-base lg:grid-cols-3">
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
        <SkeletonBlock size="large" />
      </div>
      <SkeletonTable rows={8} />
    </div>
  )
}

export function TrendSkeleton() {
  const { t } = useLingui()
  return (
    <Skeleton label={t`Загружаем…`}>
      <SkeletonLine width="long" />
      <div className="mt-base">
        <SkeletonBlock />
      </div>
    </Skeleton>
  )
}
