/** A page of settings in pi's own style: ↑ and ↓ choose one, ← and →, Enter or Space change it, Esc leaves. */

import * as piAgent from "@earendil-works/pi-coding-agent";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { CommandSwitch } from "../protocol.ts";
import { loadTui } from "./tui.ts";

const VISIBLE = 12;

export type PageContext = Pick<ExtensionContext, "mode"> & { ui: Partial<Pick<ExtensionContext["ui"], "custom">> };

/** False where this pi has no such pages. `change` saves a value; it resolves to the value that is in force then. */
export async function settingsPage(
  ctx: PageContext,
  title: string,
  switches: readonly CommandSwitch[],
  change: (key: string, value: string) => Promise<string | undefined>,
): Promise<boolean> {
  const pi = await loadTui(ctx);
  const { getSettingsListTheme } = piAgent;
  if (!pi || typeof ctx.ui?.custom !== "function" || typeof pi.SettingsList !== "function" || typeof getSettingsListTheme !== "function") return false;
  await ctx.ui.custom<undefined>((tui, theme, _keys, done) => {
    const items = switches.map(({ key, value, values, meaning }) => ({ id: key, label: key, currentValue: value, values, description: meaning }));
    const changed = (key: string, value: string): void => {
      void change(key, value).then((inForce) => {
        if (inForce === undefined || inForce === value) return;
        list.updateValue(key, inForce);
        tui.requestRender();
      });
    };
    const list = new pi.SettingsList(items, VISIBLE, getSettingsListTheme(), changed, () => done(undefined));
    const page = new pi.Container();
    page.addChild(new pi.Text(`${theme.fg("accent", theme.bold(title))}\n`, 1, 0));
    page.addChild(list);
    return {
      render: (width: number) => page.render(width),
      invalidate: () => page.invalidate(),
      handleInput: (data: string) => {
        list.handleInput(pi.matchesKey(data, "left") || pi.matchesKey(data, "right") ? " " : data);
        tui.requestRender();
      },
    };
  });
  return true;
}
