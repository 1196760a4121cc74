// Database: none.
import { describe, expect, test } from 'vitest'
import { profileFromClaims } from '#server/auth/oidc/claims.ts'

const nameIn = (claims: Record<string, unknown>) => {
  const { firstName, patronym, lastName } = profileFromClaims(claims)
  return [firstName, patronym, lastName]
}

describe('A name in one claim', () => {
  test.each([
    ['ПЕТРОВ ПЁТР ПЕТРОВИЧ', 'Пётр', 'Петрович', 'Петров'],
    ['Петрова Анна Ильинична', 'Анна', 'Ильинична', 'Петрова'],
    ['Пётр Петрович Петров', 'Пётр', 'Петрович', 'Петров'],
    ['Пётр Петрович Мицкевич', 'Пётр', 'Петрович', 'Мицкевич'],
    ['Мицкевич Адам Николаевич', 'Адам', 'Николаевич', 'Мицкевич'],
    ['САЛТЫКОВ-ЩЕДРИН МИХАИЛ ЕВГРАФОВИЧ', 'Михаил', 'Евграфович', 'Салтыков-Щедрин'],
    ['Де Ла Круз Анна Кузьминична', 'Анна', 'Кузьминична', 'Де Ла Круз'],
    ['Алиев Вагиф Гусейн оглы', 'Вагиф', 'Гусейн оглы', 'Алиев'],
    ['ВАГИФ ГУСЕЙН ОГЛЫ АЛИЕВ', 'Вагиф', 'Гусейн оглы', 'Алиев'],
    ['Анна Петровна', 'Анна', 'Петровна', ''],
    ['ПЕТРОВ Пётр', 'Пётр', null, 'Петров'],
    ['Пётр ПЕТРОВ', 'Пётр', null, 'Петров'],
    ['КИМ Марина Сергеевна', 'Марина', 'Сергеевна', 'Ким'],
    ['Петров Пётр', 'Пётр', null, 'Петров'],
    ['Достоевская Полина', 'Полина', null, 'Достоевская'],
  ])('«%s» in Russian order is first name, patronym, last name', (name, ...parts) => {
    expect(nameIn({ name })).toEqual(parts)
  })

  test.each([
    ['Анна Белова', 'Анна', null, 'Белова'],
    ['Роман Абрамович', 'Роман', null, 'Абрамович'],
    ['Лев Толстой', 'Лев', null, 'Толстой'],
    ['Ева Ким', 'Ева', null, 'Ким'],
    ['Яков Ли', 'Яков', null, 'Ли'],
    ['Марина Ким', 'Марина', null, 'Ким'],
    ['John Smith', 'John', null, 'Smith'],
    ['Anna-Maria de la Cruz', 'Anna-Maria', null, 'de la Cruz'],
    ['БАТЫР', 'Батыр', null, ''],
    ['О’КОННОР ИВАН', 'О’Коннор', null, 'Иван'],
    ['Henry Tudor VIII', 'Henry', null, 'Tudor VIII'],
    ["' or 1=1 --", 'or', null, ''],
    ['Анна - Белова', 'Анна-Белова', null, ''],
    ['', '', null, ''],
  ])('«%s» without a sign of another order is first name, last name', (name, ...parts) => {
    expect(nameIn({ name })).toEqual(parts)
  })

  test('yields to the claims of its parts', () => {
    const name = 'ПЕТРОВ ПЁТР ПЕТРОВИЧ'
    expect(nameIn({ name, given_name: 'Петя', family_name: 'Иванов', middle_name: 'Ильич' })).toEqual([
      'Петя',
      'Ильич',
      'Иванов',
    ])
    expect(nameIn({ name, given_name: 'Петр', family_name: 'ПЕТРОВ' })).toEqual(['Петр', 'Петрович', 'Петров'])
    expect(nameIn({ name, given_name: 'Иван' })).toEqual(['Иван', null, 'Петров'])
    expect(nameIn({ name, family_name: 'Сидоров' })).toEqual(['Пётр', 'Петрович', 'Сидоров'])
  })
})

test('A verified phone is taken in every notation that the import takes', () => {
  const phoneIn = (phone_number: string) => profileFromClaims({ phone_number, phone_number_verified: true }).phone
  expect(
    ['8 (900) 555-11-01', '8-900-555-11-01', '7 900 5551101', '900 555-11-01', '+7 (900) 555‑11‑01'].map(phoneIn),
  ).toEqual(Array(5).fill('+79005551101'))
})
