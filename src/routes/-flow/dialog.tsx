import { useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import * as ui from '#src/ui/overlay/dialog.tsx'

/** Modal dialog; on a phone a sheet at the lower edge. It waits until the notice of an interrupted call was read. */
export function Dialog(props: Omit<ui.DialogProps, 'closeLabel'>) {
  const { t } = useLingui()
  const { subscribe, interruptedCall } = useRouteContext({
    from: '__root__',
    select: (context) => context.reauthentication,
  })
  const isNoticeOpen = useSyncExternalStore(subscribe, interruptedCall, interruptedCall) !== null
  return !isNoticeOpen && <ui.Dialog {...props} closeLabel={t`Закрыть`} />
}
