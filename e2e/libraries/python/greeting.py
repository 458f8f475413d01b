def greet(person):
    if not person:
        return "Not signed in."
    return f"{person['name']} <{person['email']}>, known here as {person['sub']}"
