import { describe, expect, test } from 'vitest'
import { shortAddress, territoryAddress } from '#src/domain/address-text.ts'

describe('The address of a territory', () => {
  test.each([
    ['Иннополис', 'Республика Татарстан, Иннополис, Университетская улица, 5', 'Иннополис, Университетская, 5'],
    ['Сокол', 'Москва, Ленинградский проспект, 75', 'Сокол, Ленинградский проспект, 75'],
    ['Пролетарская', 'Москва, улица Талалихина, 41, строение 4', 'Пролетарская, Талалихина, 41, стр.\u00a04'],
    ['Зеленоград', 'Москва, Зеленоград, корпус 1534', 'Зеленоград, корп.\u00a01534'],
    ['Мытищи', 'Московская область, Мытищи, Новомытищинский проспект, 30', 'Мытищи, Новомытищинский проспект, 30'],
    ['Казань', 'Баумана, 5', 'Казань, Баумана, 5'],
    ['Сокол', 'ул. 8 Марта, 3', 'Сокол, 8 Марта, 3'],
    ['Сокол', 'Вход со двора', 'Сокол, Вход со двора'],
  ])('%s: «%s» is «%s»', (title, address, text) => {
    expect(territoryAddress({ title }, address)).toBe(text)
  })

  test('is the title alone if the address is unknown, and nothing for online groups', () => {
    expect(territoryAddress({ title: 'Сокол' }, null)).toBe('Сокол')
    expect(territoryAddress(null, null)).toBeNull()
  })
})

test.each([
  ['Иннополис, Университетская улица, 5', 'Иннополис, Университетская, 5'],
  ['Москва, Ботаническая улица, 25', 'Москва, Ботаническая, 25'],
  ['Актовый зал', 'Актовый зал'],
  ['Сокол, каб. 12', 'Сокол, каб. 12'],
])('The place «%s» is shown as «%s»', (place, text) => {
  expect(shortAddress(place)).toBe(text)
})
