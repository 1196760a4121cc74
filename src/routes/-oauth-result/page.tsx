import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { use } from 'react'
import { ShortLine } from '#src/routes/-frame/short-line.tsx'
import { resultOf } from './result.ts'

const route = getRouteApi('/auth/oauth-result')

export default function OauthResultPage() {
  const { t } = useLingui()
  const { machines } = route.useRouteContext()
  const search = route.useSearch()
  const [state] = useActor(use(machines.oauthResult()), { input: resultOf(search) })
  return (
    <ShortLine title={t`Входим в личный кабинет…`} busy>
      {state.hasTag('slow') && t`Это занимает больше времени, чем обычно. Подождите ещё немного или обновите страницу.`}
    </ShortLine>
  )
}
