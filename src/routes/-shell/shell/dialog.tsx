import { useLingui } from '@lingui/react/macro'
import * as ui from '#src/ui/overlay/dialog.tsx'

/** Modal dialog; on a phone a sheet at the lower edge. */
export function Dialog(props: Omit<ui.DialogProps, 'closeLabel'>) {
  const { t } = useLingui()
  return <ui.Dialog {...props} closeLabel={t`Закрыть`} />
}
