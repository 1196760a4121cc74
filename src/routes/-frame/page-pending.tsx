import { useLingui } from '@lingui/react/macro'
import { Skeleton, SkeletonCards, SkeletonLine } from '#src/ui/skeleton.tsx'

/** While a page's code or its admission is under way. */
export function PagePending() {
  const { t } = useLingui()
  return (
    <Skeleton label={t`Загружаем…`}>
      <SkeletonLine width="short" height="heading" />
      <SkeletonCards />
    </Skeleton>
  )
}
