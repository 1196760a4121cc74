import { useLingui } from '@lingui/react/macro'
import { Spinner } from '#src/ui/spinner.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** Over the page while a dialog is on its way; what comes quickly never shows it. */
export function LateBusy() {
  const { t } = useLingui()
  return (
    <div role="status" className="animate-late pointer-events-none fixed inset-0 grid place-items-center">
      <Spinner />
      <VisuallyHidden>{t`Загружаем…`}</VisuallyHidden>
    </div>
  )
}
