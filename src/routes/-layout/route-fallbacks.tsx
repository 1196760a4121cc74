import { useLingui } from '@lingui/react/macro'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ChunkLoadError } from '#src/app/load-chunk.ts'
import { useSession } from '#src/routes/-query/use-session.ts'
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx'
import { Skeleton, SkeletonCards, SkeletonLine } from '#src/ui/feedback/skeleton.tsx'

/** Shown while the code or the route guard of a page is pending. */
export function PagePending() {
  const { t } = useLingui()
  return (
    <Skeleton label={t`Загружаем…`}>
      <SkeletonLine width="short" height="heading" />
      <SkeletonCards />
    </Skeleton>
  )
}

/** Shown when a page failed: its code did not load, or rendering threw. */
export function PageError({ error }: ErrorComponentProps) {
  const { t } = useLingui()
  const session = useSession()
  const reload = () => session.send({ type: 'page.reload' })
  if (error instanceof ChunkLoadError) {
    return (
      <ErrorBlock
        title={t`Страница не загрузилась`}
        retryLabel={t`Обновить страницу`}
        onRetry={reload}
        reference={error.message}
      >
        {t`Проверьте подключение к интернету и обновите страницу.`}
      </ErrorBlock>
    )
  }
  return (
    <ErrorBlock title={t`На странице произошла ошибка`} retryLabel={t`Обновить страницу`} onRetry={reload}>
      {t`Обновите страницу. Если ошибка повторится, напишите в поддержку.`}
    </ErrorBlock>
  )
}
