import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { screens } from '#contract/screens.ts'
import { provideAuthFlows } from '#src/actors/auth.actors.ts'
import type { OauthResult } from '#src/machines/oauth-result.ts'
import { StatusPage } from '#src/routes/-flow/status-page.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'

const route = getRouteApi('/auth/oauth-result')

export default function OauthResultPage() {
  const { t } = useLingui()
  const { provideLazily } = route.useRouteContext()
  const [state] = useDiagnosedMachine(provideLazily(provideAuthFlows).oauthResult, {
    input: resultOf(route.useSearch()),
  })
  return (
    <StatusPage title={t`Входим в личный кабинет…`} busy>
      {state.hasTag('slow') && t`Это занимает больше времени, чем обычно. Подождите ещё немного или обновите страницу.`}
    </StatusPage>
  )
}

/** `from_url` of the address is `fromUrl` of the call; other params are dropped. */
function resultOf(address: object): OauthResult {
  const { from_url, ...rest } = screens['oauth-result'].search(address)
  return from_url === undefined ? rest : { ...rest, fromUrl: from_url }
}
