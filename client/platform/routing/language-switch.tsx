import './language-switch.css';
import { languages } from '@web/bff/platform/contract/product/languages';
import { switchLanguage } from '#platform/language/switch-language.ts';
import { Button } from '#platform/ui/button.tsx';

const LANGUAGE: string = import.meta.env.LANGUAGE;

/** Buttons for the contract's languages, for use in the layout. Each shows the language's own name; the current language is marked. */
export const LanguageSwitch = ({ label }: { readonly label: string }) => (
  <div className="language-switch" role="group" aria-label={label}>
    {languages.map((language) => (
      <Button
        key={language}
        variant="quiet"
        size="small"
        lang={language}
        aria-pressed={language === LANGUAGE}
        onClick={() => switchLanguage(language)}
      >
        {new Intl.DisplayNames(language, { type: 'language' }).of(language)}
      </Button>
    ))}
  </div>
);
