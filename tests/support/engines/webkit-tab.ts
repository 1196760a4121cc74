import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver'
import { webKitPrograms } from './engines.ts'
import {
  type BrowserSettings,
  browserEnvironment,
  type RunningBrowser,
  type Tab,
  type WindowSize,
  windowSize,
} from './tab.ts'

/** WebKitGTK by its WebDriver, on a screen of its own. `miniBrowser` is the path of its demonstration browser. */
export async function startWebKit(
  miniBrowser: string,
  { blocksCookies = false }: BrowserSettings,
): Promise<RunningBrowser> {
  const args = ['--automation', ...(blocksCookies ? ['--cookies-policy=never'] : [])]
  const screen = spawn(webKitPrograms.screen, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = `:${String((await once(screen.stdio[3] as Readable, 'data'))[0]).trim()}`
  // Seldom a browser starts and never answers.
  const open = (size: WindowSize) => {
    const start = () => openSession(display, miniBrowser, args, size)
    return start().catch(start)
  }
  return {
    newTab: async (size = windowSize) => tabOf(await open(size)),
    version: async () => {
      const { driver, end } = await open(windowSize)
      const capabilities = await driver.getCapabilities()
      await driver.quit()
      await end()
      return `${capabilities.getBrowserVersion()}`
    },
    close: async () => {
      const ended = once(screen, 'exit')
      screen.kill()
      await ended
    },
  }
}

type Session = { driver: WebDriver; end: () => Promise<void> }

/** A driver has one session. Both end with their processes. Rejects after 20 s. */
async function openSession(
  display: string,
  binary: string,
  args: readonly string[],
  { width, height }: WindowSize,
): Promise<Session> {
  const port = await freePort()
  const env = { ...browserEnvironment, DISPLAY: display }
  const child = spawn(webKitPrograms.driver, [`--port=${port}`], { env, stdio: 'ignore', detached: true })
  const end = async () => {
    const ended = once(child, 'exit')
    // The whole group of processes: the driver, the browser and its renderers.
    process.kill(-(child.pid as number))
    await ended
  }
  const address = `http://127.0.0.1:${port}`
  const wanted = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args },
  })
  try {
    await answers(`${address}/status`)
    const opening = new Builder().usingServer(address).withCapabilities(wanted).build()
    const driver = await Promise.race([opening, pause(20_000, null, { ref: false })])
    if (driver === null) throw new Error('WebKit does not start')
    // The bars of the window are about 40 pixels high.
    await driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, width, height: height + 40 })
    return { driver, end }
  } catch (error) {
    await end()
    throw error
  }
}

function tabOf({ driver: session, end }: Session): Tab {
  return {
    goto: (url) => session.get(url),
    reload: () => session.navigate().refresh(),
    back: () => session.navigate().back(),
    url: () => session.getCurrentUrl(),
    run: (code, argument) => session.executeScript(`return (${code})(arguments[0])`, argument),
    runScript: (script) => session.executeScript(script),
    click: (selector) => session.findElement(By.css(selector)).click(),
    retype: async (text) => {
      await session.actions().keyDown(Key.CONTROL).sendKeys('a').keyUp(Key.CONTROL).perform()
      await session.actions().sendKeys(text).perform()
    },
    chooseFile: (selector, path) => session.findElement(By.css(selector)).sendKeys(path),
    setCookies: async (cookies) => {
      // With a domain it would make a second cookie beside the one of the host, which the app sets.
      for (const { name, value, httpOnly } of cookies)
        await session.manage().addCookie({ name, value, httpOnly, path: '/', sameSite: 'Lax' })
    },
    errors: [],
    picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    close: async () => {
      await session.quit()
      await end()
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  await once(server.close(), 'close')
  return port
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await pause(50)
  }
  throw new Error('WebKitWebDriver does not answer')
}
