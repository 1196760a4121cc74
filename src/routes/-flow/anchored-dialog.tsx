import { useLingui } from '@lingui/react/macro'
import * as ui from '#src/ui/overlay/anchored-dialog.tsx'

/** A popover beside its visible anchor; on a phone and without an anchor a modal dialog. */
export function AnchoredDialog(props: Omit<ui.AnchoredDialogProps, 'closeLabel'>) {
  const { t } = useLingui()
  return <ui.AnchoredDialog {...props} closeLabel={t`Закрыть`} />
}
