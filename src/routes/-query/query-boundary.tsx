import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react'
import type { CallQuery } from '#src/api/call-query.ts'
import { refetchTimedOut } from '#src/api/query-cache.ts'
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Skeleton } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { ErrorMessage } from './error-message.tsx'
import { useSignIn } from './use-session.ts'

type QueryStateProps<Data> = {
  result: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching'> & {
    /** Error of the previous try while a retry is running. */
    failureReason?: UseQueryResult<Data>['failureReason']
    refetch: () => unknown
  }
  /** Placeholder in the shape of the content. */
  skeleton: ReactNode
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

type QueryBoundaryProps<Data> = Omit<QueryStateProps<Data>, 'result'> & { query: CallQuery<Data> }

export function QueryBoundary<Data>({ query, ...states }: QueryBoundaryProps<Data>) {
  return <QueryState {...states} result={useQuery(query)} />
}

/** Renders the state of a query: pending, empty, error, data. Data stays visible during a refetch. */
export function QueryState<Data>({ result, skeleton, isEmpty, empty, children }: QueryStateProps<Data>) {
  const { t } = useLingui()
  const signIn = useSignIn()
  const { data, isFetching, failureReason, refetch } = result
  // After a timeout show the error while the retry is running.
  const isSilent = result.error === null && failureReason?.type === 'timeout'
  const error = isSilent ? failureReason : result.error
  const queryClient = useQueryClient()
  const retry = () => (isSilent ? refetchTimedOut(queryClient) : void refetch())
  if (data === undefined) {
    if (error === null) return <Skeleton label={t`Загружаем…`}>{skeleton}</Skeleton>
    if (error.status === 401) {
      return (
        <ErrorBlock title={t`Нужно войти`} retryLabel={t`Войти`} onRetry={signIn.onClick} busy={signIn.busy}>
          <ErrorMessage error={error} />
        </ErrorBlock>
      )
    }
    return (
      <ErrorBlock
        title={t`Не удалось загрузить`}
        retryLabel={t`Попробовать снова`}
        onRetry={retry}
        busy={isFetching && !isSilent}
        reference={error.problem?.requestId && <Trans>Номер запроса: {error.problem.requestId}</Trans>}
      >
        <ErrorMessage error={error} />
      </ErrorBlock>
    )
  }
  return (
    <>
      {error !== null && <EarlierData error={error} isFetching={isFetching} onRetry={retry} />}
      {isEmpty?.(data) ? empty : children(data)}
    </>
  )
}

type EarlierDataProps = ComponentProps<typeof ErrorMessage> & { isFetching: boolean; onRetry: () => void }

/** Says why the data could not be read again. Without a connection the bar of the page says it for all of them. */
function EarlierData({ error, isFetching, onRetry }: EarlierDataProps) {
  const { t } = useLingui()
  const connection = useRouteContext({ from: '__root__', select: (context) => context.connection })
  const { isOffline } = useSyncExternalStore(connection.subscribe, connection.read, connection.readOnServer)
  if (isOffline) return null
  return (
    <Notice
      tone="error"
      title={t`Показаны прежние данные`}
      action={
        <Button size="small" busy={isFetching} onClick={onRetry}>
          <Trans>Обновить</Trans>
        </Button>
      }
    >
      <ErrorMessage error={error} />
    </Notice>
  )
}
