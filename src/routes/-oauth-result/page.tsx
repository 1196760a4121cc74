import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { screens } from '#contract/screens.ts'
import type { OauthResult } from '#src/machines/oauth-result.ts'
import { ShortLine } from '#src/routes/-frame/short-line.tsx'
import { wireThreshold } from '#src/threshold-wiring.ts'

const route = getRouteApi('/auth/oauth-result')

export default function OauthResultPage() {
  const { t } = useLingui()
  const { wireLate } = route.useRouteContext()
  const [state] = useActor(wireLate(wireThreshold).oauthResult, { input: resultOf(route.useSearch()) })
  return (
    <ShortLine title={t`Входим в личный кабинет…`} busy>
      {state.hasTag('slow') && t`Это занимает больше времени, чем обычно. Подождите ещё немного или обновите страницу.`}
    </ShortLine>
  )
}

/** `from_url` of the address is `fromUrl` of the call (D-3). The address may hold more; only these travel. */
function resultOf(address: object): OauthResult {
  const { from_url, ...rest } = screens['oauth-result'].search(address)
  return from_url === undefined ? rest : { ...rest, fromUrl: from_url }
}
