import { Trans } from '@lingui/react/macro'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { Button } from '#src/ui/button.tsx'
import { useIsLoggedAs } from './only-themselves.tsx'
import { useEndDevice } from './use-end-device.ts'

/** Leaves the person signed in here alone. */
export function EndOtherDevices({ onEnded }: { onEnded: () => void }) {
  const { end, isPending, error } = useEndDevice('others', onEnded)
  const isLoggedAs = useIsLoggedAs()
  return (
    <div className="flex flex-col items-start gap-xs">
      <Button disabled={isLoggedAs} busy={isPending} onClick={end}>
        <Trans>Завершить все остальные</Trans>
      </Button>
      {error && (
        <p role="alert" className="text-ink-error text-sm">
          <FailureWords error={error} />
        </p>
      )}
    </div>
  )
}
