import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { askAnew } from '#src/api/ask-anew.ts'
import type { CallQuery } from '#src/api/call-query.ts'
import { Button } from '#src/ui/button.tsx'
import { FailedBlock } from '#src/ui/failed-block.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { FailureWords } from './failure-words.tsx'
import { useSession } from './use-session.ts'

type FacesProps<Data> = {
  result: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching'> & {
    /** Why the first try came to nothing, while another is under way. */
    failureReason?: UseQueryResult<Data>['failureReason']
    refetch: () => unknown
  }
  /** In the shape of the content. */
  skeleton: ReactNode
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

type LoadedProps<Data> = Omit<FacesProps<Data>, 'result'> & { query: CallQuery<Data> }

export function Loaded<Data>({ query, ...faces }: LoadedProps<Data>) {
  return <Faces {...faces} result={useQuery(query)} />
}

/** The four faces of a part of a page: loading, empty, failed, full. What was seen before stays while it is renewed. */
export function Faces<Data>({ result, skeleton, isEmpty, empty, children }: FacesProps<Data>) {
  const { t } = useLingui()
  const session = useSession()
  const { data, isFetching, failureReason, refetch } = result
  // A silent server has been waited for long enough: the other try goes on behind these words.
  const isSilent = result.error === null && failureReason?.type === 'timeout'
  const error = isSilent ? failureReason : result.error
  const queryClient = useQueryClient()
  const retry = () => (isSilent ? askAnew(queryClient) : void refetch())
  if (data === undefined) {
    if (error === null) return <Skeleton label={t`Загружаем…`}>{skeleton}</Skeleton>
    if (error.status === 401) {
      return (
        <FailedBlock
          title={t`Нужно войти`}
          retryLabel={t`Войти`}
          onRetry={() => session.send({ type: 'signIn.request' })}
        >
          <FailureWords error={error} />
        </FailedBlock>
      )
    }
    return (
      <FailedBlock
        title={t`Не удалось загрузить`}
        retryLabel={t`Попробовать снова`}
        onRetry={retry}
        busy={isFetching && !isSilent}
        reference={error.problem?.requestId && <Trans>Номер запроса: {error.problem.requestId}</Trans>}
      >
        <FailureWords error={error} />
      </FailedBlock>
    )
  }
  return (
    <>
      {error !== null && (
        <Notice
          tone="warning"
          title={t`Показаны прежние данные`}
          action={
            <Button size="small" busy={isFetching} onClick={retry}>
              <Trans>Обновить</Trans>
            </Button>
          }
        >
          <FailureWords error={error} />
        </Notice>
      )}
      {isEmpty?.(data) ? empty : children(data)}
    </>
  )
}
