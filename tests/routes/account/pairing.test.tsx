import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { ChildGuardians, PairingPreview } from '#contract/people/pairing.ts'
import { child, person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'

const artyom = child('a0000000-0000-4000-8000-000000000002', 'Артём')
const olga = person(['parent'], { id: 'a0000000-0000-4000-8000-000000000001' })
const codeId = 'a0000000-0000-4000-8000-000000000003'
const guardian = { firstName: 'Ольга', lastName: 'Соколова', patronym: null }
const unchangeable = { changeable: [], isSetBySchool: false }
const family: ChildGuardians = {
  studentUuid: artyom.uuid,
  guardians: [
    { ...guardian, ...unchangeable, id: olga.id, rights: rightsOfPreset.full, isSelf: true },
    { ...guardian, ...unchangeable, firstName: 'Вера', id: codeId, rights: rightsOfPreset.learning, isSelf: false },
  ],
  isHolder: false,
  canMakeCodes: true,
  codes: [
    {
      id: codeId,
      kind: 'guardian',
      preset: 'payer',
      state: 'open',
      madeBy: 'Соколова Ольга',
      isBySchool: false,
      madeAt: '2035-08-30T09:00:00.000Z',
      expiresAt: '2035-09-06T09:00:00.000Z',
      usedBy: null,
      usedAt: null,
    },
  ],
}

const open = (replies: Record<string, Reply> = {}, user = olga) =>
  visit('/profile', {
    'GET /api/v1/profile': { body: user },
    'GET /api/v1/profile/children': { body: [{ ...artyom, canSignIn: false }] },
    'GET /api/v1/profile/guardian/list': { body: [family] },
    ...replies,
  })

test('A guardian with all rights sees the others with their rights, and revokes a code', async () => {
  const { callsOf } = await open({ [`DELETE /api/v1/profile/pairing-code/${codeId}`]: { body: null, status: 204 } })
  const section = await screen.findByRole('region', { name: /Соколов Артём/ })
  expect(within(section).getByText('Только учёба')).toBeDefined()
  expect(within(section).getByText('Плательщик')).toBeDefined()
  await userEvent.click(within(section).getByRole('button', { name: 'Отозвать' }))
  await waitFor(() => expect(callsOf(`DELETE /api/v1/profile/pairing-code/${codeId}`)).toHaveLength(1))
})

test('The holder of a contract changes the rights that he may, and makes no codes without all rights', async () => {
  const [self, vera] = family.guardians
  const changeable = ['seesContracts', 'pays', 'writes', 'isNotified']
  const { callsOf } = await open({
    'GET /api/v1/profile/guardian/list': {
      body: [
        {
          ...family,
          guardians: [
            { ...self, rights: rightsOfPreset.payer },
            { ...vera, changeable },
          ],
          isHolder: true,
          canMakeCodes: false,
          codes: [],
        },
      ],
    },
    'POST /api/v1/profile/guardian-rights': { body: null, status: 204 },
  })
  const section = await screen.findByRole('region', { name: /Соколов Артём/ })
  expect(within(section).queryByRole('button', { name: /Создать код/ })).toBeNull()
  await userEvent.click(within(section).getByRole('button', { name: 'Изменить права: Соколова Вера' }))
  expect(await screen.findByRole('checkbox', { name: 'Видит расписание и оценки' })).toHaveProperty('disabled', true)
  const presets = within(screen.getByLabelText('Набор прав')).getAllByRole('option')
  expect(presets.map(({ textContent }) => textContent)).toEqual(['Только учёба', 'Только в курсе'])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Подписывает и оплачивает' }))
  expect(screen.getByRole('checkbox', { name: 'Видит договоры и платежи' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(callsOf('POST /api/v1/profile/guardian-rights')).toHaveLength(1))
  const [sent] = callsOf('POST /api/v1/profile/guardian-rights')
  expect(JSON.parse(String(sent?.body))).toEqual({
    studentUuid: artyom.uuid,
    guardianId: codeId,
    rights: { ...rightsOfPreset.learning, seesContracts: true, pays: true },
  })
})

test('The holder reads that the school has set the rights of another guardian', async () => {
  const guardians = family.guardians.map((one) => ({ ...one, isSetBySchool: !one.isSelf }))
  await open({ 'GET /api/v1/profile/guardian/list': { body: [{ ...family, guardians, isHolder: true }] } })
  await screen.findByText('Эти права определила школа, изменить их может только она.')
  expect(screen.queryByRole('button', { name: /^Изменить права/ })).toBeNull()
})

const made: Record<string, Reply> = {
  'POST /api/v1/profile/pairing-code': { body: { code: 'ACE7HK', expiresAt: '2035-09-06T09:00:00.000Z' } },
}

test('A new code gives nothing until it is chosen what', async () => {
  const { callsOf } = await open(made)
  await userEvent.click(await screen.findByRole('button', { name: /^Создать код/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Код доступа: Артём Соколов' }))
  const offer = dialog.getByLabelText('Кому и что открыть')
  expect(offer).toHaveProperty('value', '')
  expect(dialog.queryByRole('list')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Создать код' }))
  await dialog.findByText('Выберите, кому и что открыть.')
  expect(callsOf('POST /api/v1/profile/pairing-code')).toHaveLength(0)
  await userEvent.selectOptions(offer, 'learning')
  expect(dialog.queryByText('Выберите, кому и что открыть.')).toBeNull()
  expect(dialog.getAllByRole('listitem')).not.toEqual([])
})

test('A new code is shown once, in two groups', async () => {
  const { callsOf } = await open(made)
  await userEvent.click(await screen.findByRole('button', { name: /^Создать код/ }))
  await userEvent.selectOptions(await screen.findByLabelText('Кому и что открыть'), 'informed')
  await userEvent.click(screen.getByRole('button', { name: 'Создать код' }))
  expect(await screen.findByDisplayValue('ACE-7HK')).toBeDefined()
  const [sent] = callsOf('POST /api/v1/profile/pairing-code')
  expect(JSON.parse(String(sent?.body))).toEqual({
    studentUuid: artyom.uuid,
    offer: { kind: 'guardian', preset: 'informed' },
  })
})

test.each([
  ['used', 'уже использован'],
  ['expired', 'Срок кода прошёл'],
  ['revoked', 'отозван'],
  ['already-guardian', 'уже есть в вашем кабинете'],
  ['own-family', 'связаны с этим учеником иначе'],
  ['minor', 'нет 18 лет'],
  ['has-account', 'уже есть свой кабинет'],
  ['other-roles', 'есть другая роль'],
  ['school-only', 'может только школа'],
] as const)('A code that does not work (%s) says why, and another one can be entered', async (obstacle, text) => {
  const body: PairingPreview = { obstacle, offer: null }
  await open({ 'POST /api/v1/profile/pairing/preview': { body } })
  await userEvent.click(await screen.findByRole('button', { name: 'Добавить ребёнка по коду' }))
  await userEvent.type(await screen.findByLabelText('Код, который вам дали'), 'ace-7hk')
  await userEvent.click(screen.getByRole('button', { name: 'Продолжить' }))
  await screen.findByText(new RegExp(text))
  await userEvent.click(screen.getByRole('button', { name: 'Ввести другой код' }))
  expect(await screen.findByLabelText('Код, который вам дали')).toHaveProperty('value', 'ace-7hk')
})

test('A person without a role can enter a code', async () => {
  await open({}, person([], { id: olga.id }))
  expect(await screen.findByRole('button', { name: 'У меня есть код' })).toHaveProperty('disabled', false)
})

test('An administrator who impersonates the guardian makes and enters no code', async () => {
  const impersonation = { by: 'Павел Жданов', until: '2035-09-01T12:00:00.000Z' }
  await open({}, { ...olga, isLoggedAs: true, impersonation })
  expect(await screen.findByRole('button', { name: 'Добавить ребёнка по коду' })).toHaveProperty('disabled', true)
  expect(await screen.findByRole('button', { name: /^Создать код/ })).toHaveProperty('disabled', true)
})
