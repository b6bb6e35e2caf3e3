import { Slider as AriaSlider, Label, SliderOutput, SliderThumb, SliderTrack } from "react-aria-components";
import "./form/field.css";
import "./slider.css";

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  /** Formats the value with its unit. */
  readonly words: (value: number) => string;
  readonly disabled?: boolean;
  readonly onSlide: (value: number) => void;
}

/** A number in a range, by finger, pointer or arrow keys. */
export function Slider({ label, value, least, most, step, words, disabled = false, onSlide }: SliderProps) {
  return (
    <AriaSlider
      className="slider"
      value={value}
      minValue={least}
      maxValue={most}
      step={step}
      isDisabled={disabled}
      onChange={(next) => onSlide(Array.isArray(next) ? (next[0] ?? value) : next)}
    >
      <Label className="field__label">{label}</Label>
      <SliderOutput className="slider__value">{words(value)}</SliderOutput>
      <SliderTrack className="slider__track">
        <SliderThumb className="slider__thumb" aria-valuetext={words(value)} />
      </SliderTrack>
    </AriaSlider>
  );
}
