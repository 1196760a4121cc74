import { useLingui } from '@lingui/react/macro'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ChunkFailure } from '#src/lazy-page.ts'
import { FailedBlock } from '#src/ui/failed-block.tsx'
import { Skeleton, SkeletonCards, SkeletonLine } from '#src/ui/skeleton.tsx'
import { useSession } from './use-session.ts'

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

/** A page that could not be drawn: its code did not load (D-32), or it broke. */
export function PageFailed({ error }: ErrorComponentProps) {
  const { t } = useLingui()
  const session = useSession()
  const reload = () => session.send({ type: 'page.reload' })
  if (error instanceof ChunkFailure) {
    return (
      <FailedBlock
        title={t`Страница не загрузилась`}
        retryLabel={t`Обновить страницу`}
        onRetry={reload}
        reference={error.message}
      >
        {t`Проверьте подключение к интернету и обновите страницу.`}
      </FailedBlock>
    )
  }
  return (
    <FailedBlock title={t`На странице произошла ошибка`} retryLabel={t`Обновить страницу`} onRetry={reload}>
      {t`Обновите страницу. Если ошибка повторится, напишите в поддержку.`}
    </FailedBlock>
  )
}
