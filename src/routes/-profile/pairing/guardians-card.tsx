import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { presetOf } from '#contract/people/guardian-rights.ts'
import { fullName } from '#contract/people/names.ts'
import type { ChildGuardians } from '#contract/people/pairing.ts'
import type { FamilyChild } from '#contract/people/profile.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { childrenQuery, guardiansQuery } from '#src/api/profile.ts'
import { guardianPresetLabels } from '#src/i18n/person-labels.ts'
import { PairingCodes } from '#src/routes/-flow/account/pairing/pairing-codes.tsx'
import { AccountOwnerButton, AccountOwnerOnly, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { FoldedCard } from '#src/ui/layout/folded-card.tsx'

const PairingDialog = lazyComponent('pairing-dialog', () => import('./pairing-dialog.tsx'), 'PairingDialog')
const OwnGuardianRightsDialog = lazyComponent(
  'own-guardian-rights-dialog',
  () => import('./own-guardian-rights-dialog.tsx'),
  'OwnGuardianRightsDialog',
)
const OwnPairingCodeDialog = lazyComponent(
  'own-pairing-code-dialog',
  () => import('./own-pairing-code-dialog.tsx'),
  'OwnPairingCodeDialog',
)

/** The button that asks for a pairing code; absent for students, whose children are none. */
export function PairingOpener() {
  const { open } = useScreenSearch('profile')
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  return (
    <div className="flex flex-col items-start gap-xs">
      <AccountOwnerButton opens={PairingDialog} onClick={() => open({ dialog: 'pairing' })}>
        {isParent ? <Trans>Добавить ребёнка по коду</Trans> : <Trans>У меня есть код</Trans>}
      </AccountOwnerButton>
      <AccountOwnerOnly />
    </div>
  )
}

/** The dialog of the button, which the address opens. */
export function OpenedPairing() {
  const { search, close } = useScreenSearch('profile')
  const isImpersonating = useIsImpersonating()
  if (search.dialog !== 'pairing' || isImpersonating) return null
  return <PairingDialog onClose={() => close({ dialog: undefined })} />
}

/** For people who are neither parents nor students yet: a code opens the account of a parent, or of a student. */
export function PairingCard() {
  const { t } = useLingui()
  const group = useSessionSelector(({ context }) => context.roleGroup)
  if (group === 'parent' || group === 'student') return null
  return (
    <Card title={t`Код от школы или родителя`}>
      <div className="flex flex-col gap-base">
        <p>
          <Trans>
            Если второй родитель или школа дали вам код, введите его: здесь откроется кабинет родителя или ученика.
          </Trans>
        </p>
        <PairingOpener />
        <OpenedPairing />
      </div>
    </Card>
  )
}

/**
 * The guardians of each child for whom the person has all rights, with the codes for another one, and of children whose contract
 * the person holds, where the school lets holders set the rights of others.
 */
export function GuardiansCard() {
  const { t } = useLingui()
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const { data: families = [] } = useQuery({ ...guardiansQuery(), enabled: isParent })
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: isParent })
  if (families.length === 0) return null
  const others = families.flatMap(({ guardians }) => guardians.filter(({ isSelf }) => !isSelf).map(fullName))
  return (
    <FoldedCard
      title={t`Кто ещё видит детей`}
      note={others.length === 0 ? t`только вы` : [...new Set(others)].join(', ')}
    >
      <div className="flex flex-col gap-lg">
        {families.map((family) => {
          const child = children.find(({ uuid }) => uuid === family.studentUuid)
          return child && <Family key={child.uuid} child={child} family={family} />
        })}
      </div>
    </FoldedCard>
  )
}

function Family({ child, family }: { child: FamilyChild; family: ChildGuardians }) {
  const { t, i18n } = useLingui()
  const { search, open, close } = useScreenSearch('profile')
  const isImpersonating = useIsImpersonating()
  const isOpened = search.dialog === 'guardian-rights' && search.child === child.uuid
  const opened = family.guardians.find(({ id }) => id === search.guardian)
  const changed = isOpened && opened && opened.changeable.length > 0 ? opened : undefined
  return (
    <section className="flex flex-col gap-sm" aria-label={fullName(child)}>
      <h3 className="font-medium">
        <SchoolText>{fullName(child)}</SchoolText>
      </h3>
      <ul className="flex flex-col gap-xxs">
        {family.guardians.map((guardian) => {
          const { id, rights, isSelf, changeable, isSetBySchool } = guardian
          const preset = presetOf(rights)
          const name = fullName(guardian)
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-base">
              <span className="wrap-anywhere">{isSelf ? t`Вы` : name}</span>
              <span className="flex items-center gap-sm text-sm text-ink-muted">
                {preset === null ? t`Свой набор прав` : i18n._(guardianPresetLabels[preset])}
                {changeable.length > 0 && (
                  <AccountOwnerButton
                    size="small"
                    opens={OwnGuardianRightsDialog}
                    aria-label={t`Изменить права: ${name}`}
                    onClick={() => open({ dialog: 'guardian-rights', child: child.uuid, guardian: id })}
                  >
                    <Trans>Изменить</Trans>
                  </AccountOwnerButton>
                )}
              </span>
              {family.isHolder && !isSelf && isSetBySchool && (
                <span className="w-full text-sm text-ink-muted">
                  <Trans>Эти права определила школа, изменить их может только она.</Trans>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {changed && !isImpersonating && (
        <OwnGuardianRightsDialog
          child={child}
          guardian={changed}
          onClose={() => close({ dialog: undefined, child: undefined, guardian: undefined })}
        />
      )}
      {family.canMakeCodes && <Codes child={child} family={family} />}
    </section>
  )
}

function Codes({ child, family }: { child: FamilyChild; family: ChildGuardians }) {
  const { t } = useLingui()
  const { search, open, close } = useScreenSearch('profile')
  const isImpersonating = useIsImpersonating()
  const revoke = useMutation(callMutation('DELETE /v1/profile/pairing-code/{id}'))
  return (
    <>
      <PairingCodes
        codes={family.codes}
        disabled={isImpersonating}
        busyId={revoke.isPending ? revoke.variables.params.id : null}
        onRevoke={(id) => revoke.mutate({ params: { id } })}
      />
      <div className="flex flex-col items-start gap-xs">
        <AccountOwnerButton
          opens={OwnPairingCodeDialog}
          aria-label={t`Создать код: ${fullName(child)}`}
          onClick={() => open({ dialog: 'pairing-code', child: child.uuid })}
        >
          <Trans>Создать код</Trans>
        </AccountOwnerButton>
        <AccountOwnerOnly />
      </div>
      {search.dialog === 'pairing-code' && search.child === child.uuid && !isImpersonating && (
        <OwnPairingCodeDialog child={child} onClose={() => close({ dialog: undefined, child: undefined })} />
      )}
    </>
  )
}
