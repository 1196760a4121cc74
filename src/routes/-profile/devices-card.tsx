import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { sessionsQuery } from '#src/api/profile.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { OnlyThemselves, OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonLine } from '#src/ui/skeleton.tsx'
import { DeviceRow, useEndDevice } from './device-row.tsx'

/** Where the person is signed in, this device first; any of the others can be signed out from here. */
export function DevicesCard() {
  const { t } = useLingui()
  const list = useRef<HTMLDivElement>(null)
  // The button that was pressed has gone with its device.
  const focusList = () => list.current?.focus()
  return (
    <Card level={3} title={t`Устройства`}>
      <div className="flex flex-col items-start gap-base">
        <p>
          <Trans>
            Здесь открыт ваш кабинет. Если какое-то устройство вам незнакомо, завершите на нём сеанс и смените пароль.
          </Trans>
        </p>
        <div ref={list} tabIndex={-1} className="w-full focus-visible:outline-none">
          <Loaded
            query={sessionsQuery()}
            skeleton={
              <>
                <SkeletonLine height="control" />
                <SkeletonLine height="control" />
              </>
            }
            isEmpty={(devices) => devices.length === 0}
            empty={
              <p className="text-ink-muted">
                <Trans>Сейчас кабинет не открыт ни на одном устройстве пользователя.</Trans>
              </p>
            }
          >
            {(devices) => (
              <ul className="divide-y divide-line-soft">
                {[...devices]
                  .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
                  .map((device) => (
                    <DeviceRow key={device.id} device={device} onEnded={focusList} />
                  ))}
              </ul>
            )}
          </Loaded>
        </div>
        <OtherDevices onEnded={focusList} />
        <OnlyThemselves />
      </div>
    </Card>
  )
}

/** Leaves the person signed in here alone, where there is more than one other device. */
function OtherDevices({ onEnded }: { onEnded: () => void }) {
  const { data: others = 0 } = useQuery({
    ...sessionsQuery(),
    select: (devices) => devices.filter(({ isCurrent }) => !isCurrent).length,
  })
  const { end, isPending, error } = useEndDevice('others', onEnded)
  if (others < 2) return null
  return (
    <div className="flex flex-col items-start gap-xs">
      <OwnButton busy={isPending} onClick={end}>
        <Trans>Завершить все остальные</Trans>
      </OwnButton>
      {error && (
        <p role="alert" className="text-ink-error text-sm">
          <FailureWords error={error} />
        </p>
      )}
    </div>
  )
}
