import type { CSSVariablesResolver, MantineThemeOverride } from '@mantine/core';
import { colorScales, darkRoles, lightRoles, type Role } from './tokens.ts';

const fontFamily = "'Inter Variable', 'Noto Sans Khmer Variable', system-ui, sans-serif";

const buttonHeight: Record<string, string> = { xs: '28px', sm: '32px', md: '36px', lg: '42px' };
const buttonPadding: Record<string, string> = { xs: '10px', sm: '12px', md: '16px', lg: '18px' };
const inputHeight: Record<string, string> = { sm: '32px', md: '36px', lg: '42px' };
const inputFont: Record<string, string> = { sm: '13px', md: '14px', lg: '15px' };

/** Mantine's colours said in the design's roles, once per scheme, and all of `--tn-*`. */
const schemeVariables = (failureRed: string): Record<string, string> => ({
  '--mantine-color-body': 'var(--tn-bg)',
  '--mantine-color-text': 'var(--tn-text)',
  '--mantine-color-dimmed': 'var(--tn-text-3)',
  '--mantine-color-placeholder': 'var(--tn-text-3)',
  '--mantine-color-anchor': 'var(--tn-link)',
  '--mantine-color-error': 'var(--tn-failure-text)',
  '--mantine-color-default': 'var(--tn-raised)',
  '--mantine-color-default-hover': 'var(--tn-hover)',
  '--mantine-color-default-border': 'var(--tn-line-strong)',
  '--mantine-color-default-color': 'var(--tn-text)',
  '--mantine-color-disabled': 'var(--tn-sunken)',
  '--mantine-color-disabled-color': 'var(--tn-text-3)',
  '--mantine-color-disabled-border': 'var(--tn-line)',
  '--mantine-color-tonle-filled-hover': 'var(--tn-primary-hover)',
  '--mantine-color-tonle-light': 'var(--tn-primary-tint)',
  '--mantine-color-tonle-light-hover': 'var(--tn-primary-tint)',
  '--mantine-color-tonle-light-color': 'var(--tn-link)',
  '--mantine-color-tonle-outline': 'var(--tn-link)',
  '--mantine-primary-color-filled-hover': 'var(--tn-primary-hover)',
  '--mantine-primary-color-light': 'var(--tn-primary-tint)',
  '--mantine-primary-color-light-color': 'var(--tn-link)',
  '--mantine-color-gray-light-color': 'var(--tn-text-2)',
  '--mantine-color-gray-light-hover': 'var(--tn-hover)',
  '--mantine-color-red-filled': failureRed,
  '--mantine-color-red-light': 'var(--tn-failure-tint)',
  '--mantine-color-red-light-color': 'var(--tn-failure-text)',
  '--mantine-color-red-outline': 'var(--tn-failure-text)',
  '--mantine-color-red-outline-hover': 'var(--tn-failure-tint)',
});

const roleVariables = (roles: Record<Role, string>) =>
  Object.fromEntries(Object.entries(roles).map(([name, value]) => [`--tn-${name}`, value]));

/** Asked at build time alone (portal/tools/theme-variables.ts): nothing of it is shipped. */
export const cssVariablesResolver: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: { ...roleVariables(lightRoles), ...schemeVariables(theme.colors.red[6]) },
  dark: { ...roleVariables(darkRoles), ...schemeVariables(theme.colors.red[6]) },
});

/**
 * Components are plain objects, not `X.extend()`: that import would pull every component into the
 * sign-in page's chunk.
 */
export const theme: MantineThemeOverride = {
  colors: colorScales,
  primaryColor: 'tonle',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily,
  fontFamilyMonospace: fontFamily,
  headings: { fontFamily, fontWeight: '620' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '17px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '14px' },
  breakpoints: { xs: '30em', sm: '48em', md: '64em', lg: '85em', xl: '100em' },
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_: unknown, props: { size?: string }) => ({
        root: {
          '--button-height': buttonHeight[props.size ?? 'sm'],
          '--button-padding-x': buttonPadding[props.size ?? 'sm'],
          '--button-fz': props.size === 'md' || props.size === 'lg' ? '14px' : '13px',
        },
      }),
      classNames: { root: 'tn-button' },
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 32 },
    },
    CloseButton: { defaultProps: { size: 28, iconSize: 16 } },
    Input: {
      defaultProps: { size: 'md' },
      vars: (_: unknown, props: { size?: string }) => ({
        wrapper: {
          '--input-height': inputHeight[props.size ?? 'md'],
          '--input-fz': inputFont[props.size ?? 'md'],
          '--input-padding': '12px',
        },
      }),
      classNames: { input: 'tn-input' },
    },
    InputWrapper: {
      defaultProps: { size: 'md', inputWrapperOrder: ['label', 'input', 'error', 'description'] },
      classNames: { label: 'tn-label', error: 'tn-field-error', description: 'tn-field-help' },
    },
    TextInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', checkIconPosition: 'right', allowDeselect: false } },
    PasswordInput: {
      defaultProps: {
        size: 'md',
      },
      classNames: { input: 'tn-input', innerInput: 'tn-inner-input', visibilityToggle: 'tn-reveal' },
    },
    Checkbox: { defaultProps: { size: 'xs', radius: 4 } },
    Combobox: { classNames: { dropdown: 'tn-popover', option: 'tn-menu-item' } },
  },
};
