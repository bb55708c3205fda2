// Copyright (c) 2026 The Mote authors. MIT licence.
#include "scene/scene_fields.h"

namespace mote {

FieldList scene_fields(Scene& scene) { return list_fields(scene); }
FieldList shape_fields(ShapeSpec& shape) { return list_fields(shape); }

namespace {

constexpr std::size_t first_combined = 9;  // union, difference, intersection: one alternative, three names

template <std::size_t... I>
FieldList open_single(const Form& form, std::index_sequence<I...>) {
    FieldList  result;
    const auto open = [&]<std::size_t which>() {
        if (form.shape->form.index() != which) form.shape->form.emplace<which>();
        result = list_fields(std::get<which>(form.shape->form));
    };
    (void)((I == form.which && (open.template operator()<I>(), true)) || ...);
    return result;
}

}  // namespace

const std::vector<std::string>& form_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> result;
        ShapeSpec                shape;
        for (const Field& field : list_fields(shape))
            if (std::holds_alternative<Form>(field.target)) result.push_back(field.name);
        return result;
    }();
    return names;
}

FieldList open_form(const Form& form) {
    if (form.which < first_combined) return open_single(form, std::make_index_sequence<first_combined>{});
    if (!is_chosen(form)) form.shape->form = CombinedShape{CombinedShape::How(form.which - first_combined), {}};
    return {};
}

bool is_chosen(const Form& form) {
    const auto* combined = std::get_if<CombinedShape>(&form.shape->form);
    return combined ? form.which == first_combined + std::size_t(combined->how)
                    : form.which == form.shape->form.index();
}

std::vector<ShapeSpec>* parts_of(const Form& form) {
    return form.which < first_combined ? nullptr : &std::get<CombinedShape>(form.shape->form).parts;
}

bool has_short_form(const Form& form) {
    const std::string& name = form_names()[form.which];
    return name == "box" || name == "sphere" || name == "plane" || name == "heightfield" || name == "mesh";
}

}  // namespace mote
